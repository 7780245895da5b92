import lit.formats

config.name = "Small-Unit"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".test"]
