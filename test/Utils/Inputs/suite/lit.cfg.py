import lit.formats

config.name = "Small"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".test"]
config.excludes = ["unittests"]
